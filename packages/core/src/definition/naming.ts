/** `redeemCode` -> `redeem-code`: the entity in a URL and a command. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `redeemCode` -> `redeem_code`: a name in the database. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `redeem-code` or `redeem_code` -> `redeemCode`. */
export function camel(name: string): string {
  return name.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `redeemCode` -> `redeem_codes`: the table. */
export function tableName(name: string): string {
  const base = snake(name);
  if (/(s|x|ch|sh)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}
