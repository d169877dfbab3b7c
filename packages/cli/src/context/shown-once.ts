import { type Locale, type LocalizedText, localize } from '@gantry/core';

const labels: Readonly<Record<string, LocalizedText>> = {
  secret: { zh: '密钥', en: 'Secret' },
  token: { zh: '令牌', en: 'Token' },
  temporaryPassword: { zh: '临时密码', en: 'Temporary password' },
};

/** Secrets that the response to a write may contain next to the record, and that are shown only once. */
export const shownOnce: readonly string[] = Object.keys(labels);

/** The label of a secret; the name itself for any other field. */
export function getOnceLabel(name: string, locale: Locale): string {
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return label ? localize(label, locale) : name;
}
