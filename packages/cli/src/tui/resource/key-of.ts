/** Keys for what is sent from one place: the same values go under the same key, however often they are sent. */
export function keysByBody(): (body: unknown) => string {
  let last = { text: '', key: '' };
  return (body) => {
    const text = JSON.stringify(body);
    if (last.text !== text) last = { text, key: crypto.randomUUID() };
    return last.key;
  };
}
