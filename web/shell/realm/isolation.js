/**
 * Whether this browser gives the realm a process of its own, as far as that was seen (SECURITY.md). Where it
 * does not, a loop in a tool freezes this page too, and only what was written down before can help the next.
 */

/**
 * @param {string} userAgent @param {string} shell its host's name @param {string} realm its host's name
 * @returns {boolean}
 */
export function isIsolated(userAgent, shell, realm) {
  // Chromium isolates every sandboxed frame; what is made of it says so.
  if (/Chrom(e|ium)\//.test(userAgent)) return true;
  if (/AppleWebKit\//.test(userAgent)) return false;
  return siteOf(shell) !== siteOf(realm);
}

/** Two names of one owner are one site. Where a suffix has two parts of its own this calls two sites one, which
 * costs no more than caution. */
function siteOf(name) {
  const isAddress = name.includes(":") || /^[\d.]+$/.test(name);
  return isAddress ? name : name.toLowerCase().split(".").slice(-2).join(".");
}
