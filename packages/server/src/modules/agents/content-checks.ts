import {
  agent,
  aiBackground,
  aiTech,
  type FieldErrors,
  formatRejection,
  type LocalizedText,
  localize,
  miniApp,
  type Values,
  writeTemplate,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import { validateBases } from './agent-bases.ts';

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

/** Returns what is wrong with a form, or null. */
function validateForm(form: unknown): LocalizedText | null {
  if (!Array.isArray(form) || form.length > most) return words.list;
  const wrong = form.map(toRejection).find((rejection) => rejection !== null);
  if (wrong) return wrong;
  const names = form.map((field: FormField) => field.name);
  return new Set(names).size === names.length ? null : words.name;
}

const hole = /\{\{\s*([^{}\s]{1,60})\s*\}\}/g;

/** The names of the placeholders in a prompt: `{{topic}}` -> topic. */
export function listPlaceholders(prompt: string): string[] {
  return [...new Set([...prompt.matchAll(hole)].map((found) => found[1] ?? ''))];
}

/** Returns the prompt with its placeholders filled in. Placeholders without a value are left unchanged. */
export function fillPrompt(prompt: string, values: Readonly<Record<string, unknown>>): string {
  return prompt.replaceAll(hole, (full, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : full));
}

/** Checks a form and the prompt that uses its values: the form is valid, and each placeholder is a field of the form. */
function checkForm(form: string, prompt: string) {
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

const links = {
  internal: { pattern: /^\/[^\s]*$/, words: { zh: '站内链接以 / 开头', en: 'An internal link must start with /' } },
  external: {
    pattern: /^https:\/\/[^\s]+$/,
    words: { zh: '站外链接以 https:// 开头', en: 'An external link must start with https://' },
  },
  course: {
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    words: { zh: '课程须填写课程网址', en: 'Identify a course by its slug' },
  },
} as const satisfies Record<string, { pattern: RegExp; words: LocalizedText }>;

function linkErrors({ linkKind, link }: Values, { locale }: Caller): FieldErrors | null {
  const rule = linkKind === 'internal' || linkKind === 'external' || linkKind === 'course' ? links[linkKind] : null;
  const isRight = rule === null || (rule.pattern.test(String(link)) && !String(link).startsWith('//'));
  return isRight ? null : { link: [localize(rule.words, locale)] };
}

/** The fields that each type of background consists of. */
const madeOf: Readonly<Record<string, readonly (keyof typeof aiBackground.fields)[]>> = {
  image: ['picture'],
  gradient: ['color', 'colorTo'],
  color: ['color'],
  video: ['video'],
};

function getBackgroundErrors(values: Values, { locale, t }: Caller): FieldErrors | null {
  const missing = (madeOf[String(values.kind)] ?? []).filter((name) => (values[name] ?? null) === null);
  if (missing.length === 0) return null;
  const rejectBackground = (name: keyof typeof aiBackground.fields) =>
    formatRejection('required', localize(aiBackground.fields[name].label, locale), t);
  return Object.fromEntries(missing.map((name) => [name, [rejectBackground(name)]]));
}

const examples = { zh: '示例是 JSON 列表，每项有 ask 与 answer', en: 'Examples must be a JSON list of {ask, answer}' };

function getAgentErrors(values: Values, caller: Caller): FieldErrors | null {
  const { ownerType, ownerId, fewShot } = values;
  if (ownerType === 'user' && (ownerId ?? null) === null) {
    return { ownerId: [formatRejection('required', localize(agent.fields.ownerId.label, caller.locale), caller.t)] };
  }
  const isExample = (one: unknown) =>
    typeof one === 'object' && one !== null && 'prompt' in one && 'answer' in one && typeof one.prompt === 'string';
  if ((fewShot ?? null) !== null && !(Array.isArray(fewShot) && fewShot.every(isExample)))
    return { fewShot: [localize(examples, caller.locale)] };
  const bases = validateBases(values.knowledgeBases);
  if (bases) return { knowledgeBases: [localize(bases, caller.locale)] };
  return checkForm('variables', 'systemPrompt')(values, caller);
}

/** Rules of content beyond those of its fields, applied on every path that writes it. */
export const contentChecks: RecordChecks = {
  [aiBackground.name]: getBackgroundErrors,
  [aiTech.name]: linkErrors,
  [agent.name]: getAgentErrors,
  [miniApp.name]: checkForm('form', 'prompt'),
  [writeTemplate.name]: checkForm('form', 'prompt'),
};
