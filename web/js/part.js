// The elements that templates name.

/** The element with this id, of whatever kind the template made it. @param {string} id @returns {any} */
export const part = id => document.getElementById(id);
