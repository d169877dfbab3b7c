import type { LocalizedText } from './words.ts';

/** Color of an option. Clients always show the label too, so that no meaning depends on color alone. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

export interface Option extends LocalizedText {
  readonly tone?: Tone;
}
export type Options = Readonly<Record<string, Option>>;

/** Properties that fields of every kind share. */
export interface FieldBase {
  readonly label: LocalizedText;
  /** One sentence, shown under the input and in `--help`. */
  readonly help?: LocalizedText;
  /** Whether a value must be given on create. An optional field is `null` when empty. */
  readonly required?: boolean;
  /** No two records share a value, except empty ones. `folded` also ignores letter case and character width. */
  readonly unique?: boolean | 'folded';
  /**
   * `normalized`: the unique constraint treats spellings that moderation normalizes to the same text as equal, such as letters
   * with and without accents, traditional and simplified characters, and invisible characters. Text after a backslash is compared
   * literally.
   */
  readonly comparedAs?: 'normalized';
  /** Whether the keyword index includes the field. */
  readonly search?: boolean;
  /** Forms show the field only while each of these choice or boolean fields has one of the listed values. */
  readonly visibleWhen?: Readonly<Record<string, readonly string[]>>;
  /** Consequence of a change. Clients show it and ask for confirmation before they save. */
  readonly changeWarning?: LocalizedText;
  /** When callers may set the field: `always` (default), only on `create`, or `never` (the server sets it). */
  readonly write?: 'always' | 'create' | 'never';
  /** Which responses contain the field: `list` (default) means lists and single records, `detail` only single records. */
  readonly read?: 'list' | 'detail' | 'never';
  /**
   * The setting moves money, opens the network, runs code elsewhere or protects accounts. Every call that changes it requires a
   * recent identity confirmation. Secret settings are always sensitive.
   */
  readonly sensitive?: true;
  /** Personal data: excluded from exports and hidden from the role `user`. */
  readonly personal?: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  /** Maximum length in characters. Default: 255. */
  readonly max?: number;
  readonly min?: number;
  /** Source of a regular expression that must match the complete value. */
  readonly pattern?: string;
  /** Display names of known values. Other values are shown unchanged. */
  readonly valueNames?: Readonly<Record<string, LocalizedText>>;
  /** Shown in a monospace font, for codes, hashes and addresses. */
  readonly mono?: boolean;
  /**
   * The values are hierarchical codes: a code belongs to every code whose digits it starts with. A filter by a code also matches
   * the codes below it.
   */
  readonly hierarchy?: 'region';
  /** The value is an IANA time zone, which forms offer in a list. */
  readonly timeZone?: true;
  /** Common values that forms offer as buttons. None is selected in advance, and other values can be typed. */
  readonly suggestions?: readonly LocalizedText[];
  readonly default?: string;
}
/** Plain text with line breaks. */
export interface ParagraphField extends FieldBase {
  readonly kind: 'paragraph';
  readonly max?: number;
  readonly default?: string;
}
export interface MarkdownField extends FieldBase {
  readonly kind: 'markdown';
  readonly max?: number;
}
export interface IntegerField extends FieldBase {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
  readonly unit?: LocalizedText;
  /** The value is the ID of a record of a varying resource. Responses carry its display name, so its column is laid out for names. */
  readonly idOfAny?: true;
  /** Name of a choice of the same record that is the unit of the value, such as `month`. The console shows both in one column. */
  readonly unitFrom?: string;
  /** Display format: `plain` without digit grouping (IDs), `percent` for ten-thousandths, `bytes` with a suitable unit. */
  readonly notation?: 'plain' | 'percent' | 'bytes';
  /** The value is the ID of a record of this resource. Unlike a reference, it does not prevent the deletion of that record. */
  readonly idOf?: string;
  /**
   * The display name of the value comes from the record of `to` whose field `by` holds the same number, such as a membership
   * level.
   */
  readonly namedBy?: { readonly to: string; readonly by: string };
  /** Clients add the value up over the responses of a bulk action. */
  readonly summed?: boolean;
  readonly default?: number;
}
/** An amount as an integer of its smallest unit. It is entered and shown in units of its currency. */
export interface MoneyField extends FieldBase {
  readonly kind: 'money';
  /** Stored decimals: 2 (default), or 6 for upstream costs. Amounts with 6 decimals are always in CNY. */
  readonly decimals?: 2 | 6;
  /** The amount is shown without a currency sign. */
  readonly unsigned?: boolean;
  /** The field that holds the currency code. Default: `currency`. A record without that field uses the currency of the site. */
  readonly currencyFrom?: string;
  /** Clients add the value up over the responses of a bulk action. */
  readonly summed?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}
export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  readonly default?: boolean;
}
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: Options;
  readonly default?: string;
}
/** A named selection of options, offered as a shortcut. */
export interface ChoicePreset extends LocalizedText {
  /** One sentence that explains the selection. */
  readonly help: LocalizedText;
  readonly values: readonly string[];
}
/** Several of the options. The value lists them in the order of `options`. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: Options;
  readonly presets?: Readonly<Record<string, ChoicePreset>>;
  readonly default?: readonly string[];
}
/** The state of a record. Only actions with `to` change it. A new record has the first option. */
export interface StateField extends FieldBase {
  readonly kind: 'state';
  readonly options: Options;
}
/** The ID of a record of another resource. */
export interface ReferenceField extends FieldBase {
  readonly kind: 'reference';
  readonly to: string;
  /** Restricts the choice to records whose field of this name has one of the values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}
/** A point in time in UTC milliseconds, shown in the time zone of the site. */
export interface TimeField extends FieldBase {
  readonly kind: 'time';
}
/** A calendar day, `YYYY-MM-DD`. */
export interface DateField extends FieldBase {
  readonly kind: 'date';
}
/** The path of an uploaded image, `/files/<name>`. */
export interface ImageField extends FieldBase {
  readonly kind: 'image';
}
/** A color as `#RRGGBB`, upper case. */
export interface ColorField extends FieldBase {
  readonly kind: 'color';
  readonly default?: string;
}
/** A secret. Callers can write it, but read only a mask. */
export interface SecretField extends FieldBase {
  readonly kind: 'secret';
  readonly min?: number;
  readonly max?: number;
  /** Fields that determine where the secret is sent. A write that changes one of them must also contain the secret. */
  readonly boundTo?: readonly string[];
  /** The admin chooses the value, no other party issues it. Clients can therefore generate one. */
  readonly generatable?: true;
}
/** A list of short texts without duplicates. */
export interface TagsField extends FieldBase {
  readonly kind: 'tags';
  readonly maxItems?: number;
  readonly default?: readonly string[];
}
/** A JSON value. The database does not query its content. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  /**
   * Fields of each item, when the value is a list of objects. Forms edit the list as rows; the server validates the items
   * separately.
   */
  readonly rows?: RowFields;
  /** Fields of the object, or of each object of the list. They only name and format values for display. */
  readonly parts?: Fields;
}
/** Field kinds that are allowed in `rows`. */
export const rowKinds = ['text', 'paragraph', 'integer', 'boolean', 'choice', 'tags', 'reference'] as const;
export type RowField = FieldOf<(typeof rowKinds)[number]>;
export type RowFields = Readonly<Record<string, RowField>>;

export type Field =
  | TextField
  | ParagraphField
  | MarkdownField
  | IntegerField
  | MoneyField
  | BooleanField
  | ChoiceField
  | ChoicesField
  | StateField
  | ReferenceField
  | TimeField
  | DateField
  | ImageField
  | ColorField
  | SecretField
  | TagsField
  | JsonField;
export type FieldKind = Field['kind'];
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;
export type Fields = Readonly<Record<string, Field>>;

/** JSON type of each field kind. An empty field is `null`. */
interface ValueByKind {
  text: string;
  paragraph: string;
  markdown: string;
  integer: number;
  money: number;
  boolean: boolean;
  choice: string;
  choices: readonly string[];
  state: string;
  reference: number;
  time: number;
  date: string;
  image: string;
  color: string;
  secret: string;
  tags: readonly string[];
  json: unknown;
}
export type ValueOf<F extends Field> = F extends { options: infer O; kind: 'choice' | 'state' }
  ? keyof O & string
  : F extends { options: infer O; kind: 'choices' }
    ? readonly (keyof O & string)[]
    : ValueByKind[F['kind']];
