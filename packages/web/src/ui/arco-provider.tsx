import '@arco-design/web-react/es/_util/react-19-adapter.js';
import { ConfigProvider } from '@arco-design/web-react';
import type { Locale as ArcoLocale } from '@arco-design/web-react/es/locale/interface.js';
import type { Locale } from '@gantry/core';
import type { ReactNode } from 'react';

const loaders = {
  'zh-CN': () => import('@arco-design/web-react/es/locale/zh-CN.js'),
  'en-US': () => import('@arco-design/web-react/es/locale/en-US.js'),
} as const;

/** Loads Arco's translations for one locale on demand. Its type declarations describe the ES module as CommonJS. */
export async function loadArcoLocale(locale: Locale): Promise<ArcoLocale> {
  return (await loaders[locale]()).default as unknown as ArcoLocale;
}

interface ArcoProviderProps {
  readonly words: ArcoLocale;
  readonly children: ReactNode;
}

/** Provides what the Arco components below it need: the React 19 adapter, base style, focus style and translations. */
export function ArcoProvider({ words, children }: ArcoProviderProps) {
  return (
    <ConfigProvider locale={words} focusLock={{ modal: { autoFocus: true }, drawer: { autoFocus: true } }}>
      {children}
    </ConfigProvider>
  );
}
