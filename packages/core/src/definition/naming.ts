const maxEntries = 5_000;

/**
 * Caches the conversions, because the same few names are converted on every call. The limit keeps invented names from filling the
 * memory.
 */
function memoize(convert: (name: string) => string): (name: string) => string {
  const converted = new Map<string, string>();
  return (name) => {
    const known = converted.get(name);
    if (known !== undefined) return known;
    const made = convert(name);
    if (converted.size < maxEntries) converted.set(name, made);
    return made;
  };
}

/** `redeemCode` -> `redeem-code`: the name in URLs and commands. */
export const kebab = memoize((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** `redeemCode` -> `redeem_code`: the name in the database. */
export const snake = memoize((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** `redeem-code` or `redeem_code` -> `redeemCode`. */
export const camel = memoize((name) => name.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

/**
 * `redeemCode` -> `redeem_codes`: the table name. The specification calls knowledge bases `knowledge`, so their table is an
 * exception.
 */
export const toTableName = memoize((name) => {
  const base = name === 'knowledge' ? 'knowledge_base' : snake(name);
  if (/(s|x|[^e]ch|sh)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
});
