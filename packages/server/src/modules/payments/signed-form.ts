/** The fields of a form or a query, decoded; null when one is there twice, since nobody could say which was signed. */
export function parseFormFields(raw: string): Readonly<Record<string, string>> | null {
  const pairs = [...new URLSearchParams(raw)];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? Object.fromEntries(fields) : null;
}

/** What gateways of the Alipay family sign: `name=value` of all that is not empty, by name, joined with `&`, not encoded. */
export function createSignedText(fields: Readonly<Record<string, string>>, without: readonly string[]): string {
  return Object.entries(fields)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
