/**
 * Returns the message of a thrown value. Threads and libraries also throw plain objects, which must never be shown as `[object
 * Object]`.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  if (typeof error !== 'object' || error === null) return String(error);
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) return String(error.code);
  return asJson(error) ?? Object.prototype.toString.call(error).slice(8, -1);
}

function asJson(value: object): string | null {
  try {
    const text = JSON.stringify(value);
    return text === undefined || text === '{}' ? null : text.slice(0, 500);
  } catch {
    return null;
  }
}
