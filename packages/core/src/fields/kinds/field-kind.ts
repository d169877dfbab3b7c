import type { ZodMiniType } from 'zod/mini';
import type { FieldKind, FieldOf, Locale } from '../../definition/index.ts';

export interface FormatContext {
  readonly locale: Locale;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  /** ISO 4217 code of the amounts: of their record if it has one, else of the site. Default: CNY. */
  readonly currency?: string;
  /** Names of referenced records, by resource and ID. Records without a name are shown by their ID. */
  readonly recordNames?: RecordNames;
}

/**
 * Names of records by resource, then by ID. A response contains them as `<name>Label` next to JSON fields that refer to records.
 */
export type RecordNames = Readonly<Record<string, Readonly<Record<number, string>>>>;

/** How lists filter by a field: by several values, by a range, or not at all. */
export type FilterShape = 'in' | 'range' | 'none';

/** The behavior of a field kind, the same in every client. Values are never null here; callers handle empty fields. */
export interface FieldKindDefinition<K extends FieldKind> {
  readonly kind: K;
  readonly filter: FilterShape;
  /** Creates the schema of a value. The messages of its issues are keys of the validation messages. */
  schema(field: FieldOf<K>): ZodMiniType;
  /** Formats a value for a reader. */
  format(value: unknown, field: FieldOf<K>, context: FormatContext): string;
  /**
   * Parses a flag, a CSV cell or an entered text. Returns text that cannot be parsed unchanged, so that the schema rejects it.
   * @param timeZone the time zone of times without one
   */
  parse(text: string, field: FieldOf<K>, timeZone: () => string): unknown;
}

type Given<T> = Omit<T, 'kind' | 'label'>;
export type Extra<K extends FieldKind> = Given<FieldOf<K>>;
