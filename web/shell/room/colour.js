/**
 * A person's colour: a hue that depends on the id alone, so that it is the same for everybody and at every
 * visit. Lightness and chroma are the stylesheet's, which knows the ground.
 * @param {string} id @returns {number} degrees
 */
export function hueOf(id) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  // Steps of 15 degrees: nearer hues look like one colour twice.
  return ((((hash >>> 8) ^ hash) >>> 0) % 24) * 15;
}
