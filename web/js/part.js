// Elements by id.

/** The element with this id, of any type. @param {string} id @returns {any} */
export const part = id => document.getElementById(id);
