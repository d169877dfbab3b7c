import type { LocalizedText } from './words.ts';

/** Colour and mark of a choice or state; every face shows the word too, so that nothing depends on colour alone. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

export interface Option extends LocalizedText {
  readonly tone?: Tone;
}
export type Options = Readonly<Record<string, Option>>;

/** What every field says about itself, whatever its kind. */
export interface FieldBase {
  readonly label: LocalizedText;
  /** One sentence under the input and in `--help`. */
  readonly help?: LocalizedText;
  /** Must be given on create; a field that is not required is `null` when empty. */
  readonly required?: boolean;
  /** No two records share a value (empty ones aside); `folded` in no case and no width of its letters either. */
  readonly unique?: boolean | 'folded';
  /**
   * Two spellings that moderation reads alike are one value in the groups of unique fields: letters with and without accents,
   * traditional and simplified characters, invisible characters. What follows a backslash is compared as it is.
   */
  readonly comparedAs?: 'normalized';
  /** Part of the keyword index. */
  readonly search?: boolean;
  /** Forms ask for it only while these choices and switches next to it have one of these values. */
  readonly goesWith?: Readonly<Record<string, readonly string[]>>;
  /** What follows from changing it; every client shows it and asks before it saves the change. */
  readonly changeWarning?: LocalizedText;
  /** Who writes it: `always` (default), only on `create`, or `never` by a form, import or flag. */
  readonly write?: 'always' | 'create' | 'never';
  /** Where it is read: `list` and get (default), `detail` only by get, or `never`. */
  readonly read?: 'list' | 'detail' | 'never';
  /**
   * A setting that moves money, opens the network, runs code elsewhere or guards accounts: changing it, by whatever call, needs a
   * recent identity confirmation. Every secret setting is one.
   */
  readonly sensitive?: true;
  /** Personal data: left out of exports and hidden from the role `user`. */
  readonly personal?: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  /** Longest value in characters; 255 when not given. */
  readonly max?: number;
  readonly min?: number;
  /** Source of a RegExp that the whole value matches. */
  readonly pattern?: string;
  /** What some values are called; any other stands as it is. */
  readonly called?: Readonly<Record<string, LocalizedText>>;
  /** Shown in a fixed-width face: codes, hashes, addresses. */
  readonly mono?: boolean;
  /** Its values are codes of a tree, each within those that it starts like: a filter by one finds what lies within it too. */
  readonly tree?: 'region';
  readonly default?: string;
}
/** Plain text of several lines. */
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
  /** How people read it: digits without grouping, as an id is copied; ten-thousandths as a percentage; bytes in the unit that suits. */
  readonly notation?: 'plain' | 'percent' | 'bytes';
  /** It is the number of a record of this entity, which it may outlive: nothing keeps that record from going. */
  readonly of?: string;
  /** A record of `to` with the same number in its field `by` names the value, as a membership plan names its level. */
  readonly namedBy?: { readonly to: string; readonly by: string };
  /** In what is answered about many records it is added up. */
  readonly adds?: boolean;
  readonly default?: number;
}
/** Money in a whole number of its smallest part; typed and shown in units of its currency. */
export interface MoneyField extends FieldBase {
  readonly kind: 'money';
  /** Decimals that are stored: 2 (default), or 6 for millionths of a yuan, which costs of upstreams need; those are in yuan. */
  readonly decimals?: 2 | 6;
  /** No sign stands before the amount. */
  readonly unsigned?: boolean;
  /** The field of the record that names the currency; `currency` when not given. A record without it is in that of the site. */
  readonly currencyFrom?: string;
  /** In what is answered about many records it is added up. */
  readonly adds?: boolean;
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
/** Options that are usually chosen together, offered under one name. */
export interface ChoicePreset extends LocalizedText {
  /** One sentence that says what the choice means. */
  readonly help: LocalizedText;
  readonly values: readonly string[];
}
/** Several of the options, stored in the order of the options. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: Options;
  readonly presets?: Readonly<Record<string, ChoicePreset>>;
  readonly default?: readonly string[];
}
/** The state of a record: written only by an action with `to`. The first option is the state of a new record. */
export interface StateField extends FieldBase {
  readonly kind: 'state';
  readonly options: Options;
}
/** The id of a record of another resource. */
export interface ReferenceField extends FieldBase {
  readonly kind: 'reference';
  readonly to: string;
  /** Only records whose choice has one of these values, by the name of the choice. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}
/** A moment, UTC milliseconds; shown in the site's time zone. */
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
/** `#RRGGBB`, upper case. */
export interface ColorField extends FieldBase {
  readonly kind: 'color';
  readonly default?: string;
}
/** Write-only: read back only as a mask. */
export interface SecretField extends FieldBase {
  readonly kind: 'secret';
  readonly min?: number;
  readonly max?: number;
  /** Fields next to it that say where it is sent: when one changes, the secret must be given again in the same write. */
  readonly boundTo?: readonly string[];
  /** It is chosen here, not issued by another party, so that clients can generate one. */
  readonly chosenHere?: true;
}
/** Short free words, no two alike. */
export interface TagsField extends FieldBase {
  readonly kind: 'tags';
  readonly maxItems?: number;
  readonly default?: readonly string[];
}
/** A JSON value that nothing queries. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  /** What each item of a list of objects holds, by key: a form edits the list in rows. The checks of the value stay elsewhere. */
  readonly rows?: RowFields;
  /** What an object of it holds, or each of a list, by key: names and formats what is only read. */
  readonly parts?: Fields;
}
/** Kinds that an item of a list may hold. */
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

/** What a field of each kind holds in JSON; an empty field is `null`. */
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
