import { type Locale, type LocalizedText, localize } from '@gantry/core';

const labels: Readonly<Record<string, LocalizedText>> = {
  secret: { zh: '密钥', en: 'Secret' },
  token: { zh: '令牌', en: 'Token' },
  temporaryPassword: { zh: '临时密码', en: 'Temporary password' },
};

/** What an answer to a write may hold in addition to its record, only this once. */
export const shownOnce: readonly string[] = Object.keys(labels);

/** What a person knows it by; anything else goes by its name. */
export function getOnceLabel(name: string, locale: Locale): string {
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return label ? localize(label, locale) : name;
}
