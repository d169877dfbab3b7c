import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { createStringSchema } from './plain-text.ts';

/** A password or key: written, never read back. */
export function secret<const O extends Extra<'secret'>>(label: LocalizedText, options?: O) {
  return { kind: 'secret', label, read: 'never', ...(options as O) } as const;
}

/** First 3 and last 4 characters; nothing of a value shorter than 16. */
export function maskSecret(value: string): string {
  return value.length < 16 ? '***' : `${value.slice(0, 3)}***${value.slice(-4)}`;
}

export const secretKind: FieldKindDefinition<'secret'> = {
  kind: 'secret',
  filter: 'none',
  schema: (field) => createStringSchema(field.min ?? 1, field.max ?? 4096),
  format: (value) => String(value),
  parse: (given) => given,
};
