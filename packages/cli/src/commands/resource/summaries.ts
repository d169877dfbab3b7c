import { type Locale, type LocalizedText, localize, type Name, toNames, toSentenceCase } from '@gantry/core';

/** The name of one record inside a sentence: `an order`, `a user`; in Chinese without an article. */
export function describeName(label: Name, locale: Locale): string {
  const name = toSentenceCase(localize(label, locale));
  if (locale === 'zh-CN') return name;
  const hasVowelSound = /^(?:[aeiouAEIO]|[FHLMNRSX][A-Z])/.test(name) && !/^(?:uni|us[ae]|one)/.test(name);
  return `${hasVowelSound ? 'an' : 'a'} ${name}`;
}

/** The name of several records inside a sentence: `orders`. */
export function describeNames(label: Name, locale: Locale): string {
  return toSentenceCase(localize(toNames(label), locale));
}

/** Actions whose label names a view of data. */
const shows = new Set(['stats', 'timeline', 'quotas', 'statement', 'regions']);
/** Labels where the record follows the verb: `Mark as paid`, `Move to category`. */
const withParticle = /^(\w+) ((?:as|to|into|with|from|now|back|everywhere)\b.*)$/;

/**
 * Describes a command as an imperative without a period: `close an order`, `mark an order as paid`, `preview a refund`.
 * @param record the name of one record, as returned by `describeName`
 */
export function describeAction(action: string, label: LocalizedText, record: string, locale: Locale): string {
  const words = toSentenceCase(localize(label, locale));
  if (locale === 'zh-CN') {
    if (shows.has(action)) return words.startsWith('查') ? words : `查看${words}`;
    return words.length <= 3 && !words.endsWith('款') ? `${words}${record}` : words;
  }
  if (shows.has(action)) return /^(?:look|show|check|view)\b/.test(words) ? words : `show the ${words}`;
  if (/^\w+(?: and \w+)?$/.test(words)) return `${words} ${record}`;
  const [, verb, rest] = withParticle.exec(words) ?? [];
  return verb && rest ? `${verb} ${record} ${rest}` : words;
}
