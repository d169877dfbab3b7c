import '@arco-design/web-react/es/_util/react-19-adapter.js';
import { ConfigProvider } from '@arco-design/web-react';
import type { Locale as ArcoLocale } from '@arco-design/web-react/es/locale/interface.js';
import type { Locale } from '@gantry/core';
import type { ReactNode } from 'react';

const loaders = {
  'zh-CN': () => import('@arco-design/web-react/es/locale/zh-CN.js'),
  'en-US': () => import('@arco-design/web-react/es/locale/en-US.js'),
} as const;

/** Arco's own words of one locale, loaded when they are asked for. Its declarations call the ES module CommonJS. */
export async function loadArcoLocale(locale: Locale): Promise<ArcoLocale> {
  return (await loaders[locale]()).default as unknown as ArcoLocale;
}

interface ArcoProviderProps {
  readonly words: ArcoLocale;
  readonly children: ReactNode;
}

/** What every Arco component below needs: the React 19 adapter, base style, focus style and words. */
export function ArcoProvider({ words, children }: ArcoProviderProps) {
  return (
    <ConfigProvider locale={words} focusLock={{ modal: { autoFocus: true }, drawer: { autoFocus: true } }}>
      {children}
    </ConfigProvider>
  );
}
