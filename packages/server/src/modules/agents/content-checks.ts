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
import { checkForm } from './form-check.ts';

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

/** What a background of each kind is made of. */
const madeOf: Readonly<Record<string, readonly (keyof typeof aiBackground.fields)[]>> = {
  image: ['picture'],
  gradient: ['color', 'colorTo'],
  color: ['color'],
  video: ['video'],
};

function backgroundErrors(values: Values, { locale, t }: Caller): FieldErrors | null {
  const missing = (madeOf[String(values.kind)] ?? []).filter((name) => (values[name] ?? null) === null);
  if (missing.length === 0) return null;
  const rejected = (name: keyof typeof aiBackground.fields) =>
    formatRejection('required', localize(aiBackground.fields[name].label, locale), t);
  return Object.fromEntries(missing.map((name) => [name, [rejected(name)]]));
}

const examples = { zh: '示例是 JSON 列表，每项有 ask 与 answer', en: 'Examples must be a JSON list of {ask, answer}' };

function agentErrors(values: Values, caller: Caller): FieldErrors | null {
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

/** What content must hold beyond its fields, whoever writes it. */
export const contentChecks: RecordChecks = {
  [aiBackground.name]: backgroundErrors,
  [aiTech.name]: linkErrors,
  [agent.name]: agentErrors,
  [miniApp.name]: checkForm('form', 'prompt'),
  [writeTemplate.name]: checkForm('form', 'prompt'),
};
