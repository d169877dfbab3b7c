import { createInstance, type FormatterModule, type Resource } from 'i18next';
import type { words as zhCN } from './zh-CN.ts';

type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];

/** Keys of the messages that all clients share. */
export type WordKey = Leaves<typeof zhCN>;
export type Params = Readonly<Record<string, string | number>>;
/** Translates a key in one locale. Clients extend `K` by their own keys. */
export type Translate<K extends string = WordKey> = (key: K, params?: Params) => string;

/** Formats a number with its noun: `{{rows, line|lines}}` becomes "1 line" or "2 lines". Chinese messages do not need it. */
const counted: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (count, nouns = '', locale) => {
    const [one, other] = nouns.split('|');
    return `${count} ${new Intl.PluralRules(locale).select(Number(count)) === 'one' ? one : other}`;
  },
};

/**
 * Creates a translator for one locale. The message parts (shared ones and those of a client) are merged. They are passed in, so
 * that clients only load the locale that they show.
 */
export function createTranslator<K extends string = WordKey>(locale: string, ...parts: object[]): Translate<K> {
  const instance = createInstance().use(counted);
  const resources: Resource = { [locale]: { translation: Object.assign({}, ...parts) } };
  void instance.init({ lng: locale, resources, initAsync: false, interpolation: { escapeValue: false } });
  const plain = new Map<string, string>();
  const translatePlain = (key: string): string => {
    const text = plain.get(key) ?? instance.t(key, {});
    plain.set(key, text);
    return text;
  };
  return (key, params) => (params ? instance.t(key, params) : translatePlain(key));
}
export type { Leaves };
