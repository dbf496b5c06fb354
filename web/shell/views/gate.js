/**
 * Lets a view through only when something it shows is another value than before. A view that is drawn anew
 * under somebody's finger loses the click.
 * @returns {(...values: unknown[]) => boolean} whether to draw
 */
export function makeGate() {
  /** @type {unknown[] | null} */
  let before = null;
  return (...values) => {
    const same = before !== null && before.length === values.length && values.every(
      (value, i) => Object.is(value, before?.[i]),
    );
    before = values;
    return !same;
  };
}
