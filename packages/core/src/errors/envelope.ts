/** Messages by field, in the language of the caller. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The body of every API response. */
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
