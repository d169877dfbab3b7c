/** Creates an idempotency key. Reuse the same key when the same write is sent again. */
export function createCallKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
