/** Starts a statement whose best plan depends on its values: a rare word is found otherwise than a common one. */
export const replanHint = '/* plan anew */';
