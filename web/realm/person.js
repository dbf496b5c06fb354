/** How a person looks: a stable hue and two letters. The shell has the same rules, and no code in common. */

/** @param {string} id @returns {number} degrees */
export function hueOf(id) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return ((((hash >>> 8) ^ hash) >>> 0) % 24) * 15;
}

/** @param {string} name */
export function initials(name) {
  const words = String(name).trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return "?";
  const last = words.length > 1 ? [...words[words.length - 1]][0] : "";
  return ([...words[0]][0] + last).toLocaleUpperCase();
}
