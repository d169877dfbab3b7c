import process from 'node:process';
import type { Locale } from '@gantry/core';
import { render } from 'ink';
import { App } from './app.tsx';
import type { Connection } from './connect.ts';
import { marksFor } from './parts/marks.ts';
import type { AlternateScreen } from './terminal/alternate-screen.ts';
import { clipboardSequence } from './terminal/clipboard.ts';
import { InkStdin } from './terminal/ink-stdin.ts';
import type { Key } from './terminal/key.ts';
import { createKeyHub } from './terminal/key-hub.ts';
import { createKeyPump } from './terminal/key-pump.ts';
import { tuiWords } from './tui-words.ts';

export interface RunNeeds {
  readonly connection: Connection;
  readonly screen: AlternateScreen;
  readonly locale: Locale;
  readonly plain: boolean;
}

/** Draws the interface until it is left. Keys come from the terminal through one pump, and reach Ink one at a time. */
export async function runTui({ connection, screen, locale, plain }: RunNeeds): Promise<void> {
  const hub = createKeyHub();
  const stdin = new InkStdin();
  const t = await tuiWords(locale);
  let resumed: () => void = () => undefined;
  let quit: () => void = () => undefined;
  const always = (key: Key): boolean => {
    if (key.name === 'ctrl-c') quit();
    else if (key.name === 'ctrl-z') screen.suspend(() => resumed());
    else return false;
    return true;
  };
  const pump = createKeyPump({ hub, forward: (raw) => stdin.feed(raw), always });
  const onData = (chunk: string) => pump.push(chunk);
  process.stdin.setEncoding('utf8').on('data', onData);
  const app = render(
    <App
      connection={connection}
      hub={hub}
      marks={marksFor(plain)}
      locale={locale}
      t={t}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      words={tuiWords}
      onQuit={() => quit()}
      onCopy={(text) => void process.stdout.write(clipboardSequence(text))}
      onResumable={(told) => {
        resumed = told;
      }}
    />,
    { stdin: stdin.asStream(), exitOnCtrlC: false, incrementalRendering: true, maxFps: 15, patchConsole: false },
  );
  quit = () => app.unmount();
  await app.waitUntilExit();
  process.stdin.off('data', onData).pause();
}
