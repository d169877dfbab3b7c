/** Field -> messages, in the caller's language. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Every answer of the API, success and failure alike. */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly message: string;
  readonly data: T;
  readonly errors?: FieldErrors;
  readonly auth_login?: boolean;
}

export function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}
