import { createInstance, type FormatterModule, type Resource } from 'i18next';
import type { words as zhCN } from './zh-CN.ts';

type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];

/** Keys of the words that every face shares. */
export type WordKey = Leaves<typeof zhCN>;
export type Params = Readonly<Record<string, string | number>>;
/** Says a key in one locale; a face widens `K` with its own keys. */
export type Translate<K extends string = WordKey> = (key: K, params?: Params) => string;

/** A count with its noun: `{{rows, line|lines}}` says "1 line" and "2 lines". Chinese words have no need of it. */
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
 * A translator over one locale's words, ready at once. Parts (shared words, a face's words) are merged; the
 * words are handed in, so that a face loads only the locale that it shows.
 */
export function createTranslator<K extends string = WordKey>(locale: string, ...parts: object[]): Translate<K> {
  const instance = createInstance().use(counted);
  const resources: Resource = { [locale]: { translation: Object.assign({}, ...parts) } };
  void instance.init({ lng: locale, resources, initAsync: false, interpolation: { escapeValue: false } });
  const plain = new Map<string, string>();
  const sayPlain = (key: string): string => {
    const said = plain.get(key) ?? instance.t(key, {});
    plain.set(key, said);
    return said;
  };
  return (key, params) => (params ? instance.t(key, params) : sayPlain(key));
}
export type { Leaves };
