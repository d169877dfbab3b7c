const maxEntries = 5_000;

/** Names are converted at every call and are few, so each is converted once. The limit stops made-up names from filling the memory. */
function once(turn: (name: string) => string): (name: string) => string {
  const turned = new Map<string, string>();
  return (name) => {
    const known = turned.get(name);
    if (known !== undefined) return known;
    const made = turn(name);
    if (turned.size < maxEntries) turned.set(name, made);
    return made;
  };
}

/** `redeemCode` -> `redeem-code`: the entity in a URL and a command. */
export const kebab = once((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** `redeemCode` -> `redeem_code`: a name in the database. */
export const snake = once((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** `redeem-code` or `redeem_code` -> `redeemCode`. */
export const camel = once((name) => name.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

/** `redeemCode` -> `redeem_codes`: the table. A knowledge base is called `knowledge` by the specification. */
export const tableName = once((name) => {
  const base = name === 'knowledge' ? 'knowledge_base' : snake(name);
  if (/(s|x|[^e]ch|sh)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
});
