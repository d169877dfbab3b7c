/** Parses JSON; returns null for invalid JSON. */
export function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** Returns the value at a path of names and indexes; undefined when it does not exist. */
export function getPath(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>(
    (found, step) => (typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined),
    value,
  );
}
