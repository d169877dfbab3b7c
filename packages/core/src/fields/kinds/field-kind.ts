import type { ZodMiniType } from 'zod/mini';
import type { FieldKind, FieldOf, Locale } from '../../definition/index.ts';

export interface FormatContext {
  readonly locale: Locale;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  /** ISO 4217 code of the amounts at hand: that of their record, or else of the site; CNY when it is not known. */
  readonly currency?: string;
  /** What the records are called that a value names, by entity and id; those that are missing go by their ids. */
  readonly called?: RecordNames;
}

/** Names of records by entity, then by id: a get carries them as `<name>Label` next to JSON that names records. */
export type RecordNames = Readonly<Record<string, Readonly<Record<number, string>>>>;

/** How a list is narrowed by a field: any of some values, a span, or not at all. */
export type FilterShape = 'in' | 'range' | 'none';

/** What a field kind knows, the same on every face. Values are never null here: empty fields are handled outside. */
export interface FieldKindDefinition<K extends FieldKind> {
  readonly kind: K;
  readonly filter: FilterShape;
  /** Rejects with a key of the validation words as message. */
  schema(field: FieldOf<K>): ZodMiniType;
  /** The value as a person reads it. */
  format(value: unknown, field: FieldOf<K>, context: FormatContext): string;
  /**
   * A flag, CSV cell or typed word as a JSON value; what cannot be read comes back as it was, for the schema to reject.
   * @param timeZone the zone of times that name none
   */
  parse(text: string, field: FieldOf<K>, timeZone: () => string): unknown;
}

type Given<T> = Omit<T, 'kind' | 'label'>;
export type Extra<K extends FieldKind> = Given<FieldOf<K>>;
