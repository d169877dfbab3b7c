/** What an answer says in JSON; null when it is none. */
export function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** The value at a path of names and places; undefined where the path ends. */
export function getPath(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>(
    (found, step) => (typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined),
    value,
  );
}
