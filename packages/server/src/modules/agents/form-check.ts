import { type FieldErrors, type LocalizedText, localize, type Values } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';

const kinds = ['input', 'textarea', 'select', 'number', 'upload'] as const;
/** Most fields of a form. */
const most = 30;
const named = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** A field of a form that users fill in. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: (typeof kinds)[number];
  readonly required?: boolean;
  readonly options?: readonly string[];
}

const words = {
  list: { zh: '表单须是 JSON 列表，最多 30 项', en: 'The form must be a JSON list of at most 30 fields' },
  name: { zh: '每项的 name 以字母开头，且不重复', en: 'Each name must start with a letter and be unique.' },
  label: { zh: '每项都要有 label，最多 60 字', en: 'Each field needs a label of at most 60 characters' },
  type: { zh: `type 只能是 ${kinds.join('、')}`, en: `A type is one of ${kinds.join(', ')}` },
  options: { zh: 'select 需要 options：文字列表', en: 'A select field needs options, a list of texts' },
} as const satisfies Record<string, LocalizedText>;

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;

function toRejection(field: unknown): LocalizedText | null {
  if (typeof field !== 'object' || field === null) return words.list;
  const { name, label, type, options } = field as Record<string, unknown>;
  if (typeof name !== 'string' || !named.test(name)) return words.name;
  if (!isText(label, 60)) return words.label;
  if (!kinds.some((kind) => kind === type)) return words.type;
  const isSelect = type === 'select';
  const areTexts = Array.isArray(options) && options.length > 0 && options.every((option) => isText(option, 100));
  return isSelect && !areTexts ? words.options : null;
}

/** What is wrong with a form, or null. */
function validateForm(form: unknown): LocalizedText | null {
  if (!Array.isArray(form) || form.length > most) return words.list;
  const wrong = form.map(toRejection).find((rejection) => rejection !== null);
  if (wrong) return wrong;
  const names = form.map((field: FormField) => field.name);
  return new Set(names).size === names.length ? null : words.name;
}

const hole = /\{\{\s*([^{}\s]{1,60})\s*\}\}/g;

/** Names that a prompt leaves open: `{{topic}}` -> topic. */
export function listPlaceholders(prompt: string): string[] {
  return [...new Set([...prompt.matchAll(hole)].map((found) => found[1] ?? ''))];
}

/** The prompt with its open names filled in; those without a value stay as they are. */
export function fillPrompt(prompt: string, values: Readonly<Record<string, unknown>>): string {
  return prompt.replaceAll(hole, (full, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : full));
}

/** A form and the prompt that takes its values: the form is well made, and the prompt names nothing that is not in it. */
export function checkForm(form: string, prompt: string) {
  return (values: Values, { locale }: Caller): FieldErrors | null => {
    const given = values[form] ?? [];
    const rejection = validateForm(given);
    if (rejection) return { [form]: [localize(rejection, locale)] };
    const names = (given as FormField[]).map(({ name }) => name);
    const unknown = listPlaceholders(String(values[prompt] ?? '')).filter((name) => !names.includes(name));
    if (unknown.length === 0) return null;
    const missing = { zh: '表单里没有这些变量：', en: 'The form has no field named ' };
    return { [prompt]: [`${localize(missing, locale)}${unknown.join(', ')}`.slice(0, 120)] };
  };
}
