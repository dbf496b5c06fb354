/**
 * Whether a key press belongs to an input method that composes text. 229: Safari tells of the Enter that ends
 * a composition when that is over already.
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;
