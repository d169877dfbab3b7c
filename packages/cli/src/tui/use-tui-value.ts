import { type ApiError, catalogue, defaultCurrency, type Locale, type Rights, type Translate } from '@gantry/core';
import { useEffect, useMemo, useState } from 'react';
import type { Connection } from './connect.ts';
import { createDeedLog } from './parts/deed-log.ts';
import type { Marks } from './parts/marks.ts';
import type { Tui, TuiKey } from './parts/tui-context.ts';
import { useEvent } from './parts/use-event.ts';
import type { CursorHolder } from './terminal/frame-writer.ts';
import type { KeyHub } from './terminal/key-hub.ts';
import { useHistory } from './use-history.ts';
import { useNotice } from './use-notice.ts';
import { useOverlays } from './use-overlays.tsx';
import { useReactions } from './use-reactions.tsx';
import { useUser } from './use-user.tsx';
import { filesOf, writesOf } from './use-writes.tsx';
import { createWriteKeys, type WriteKeys } from './write-keys.ts';

export interface TuiNeeds {
  readonly connection: Connection;
  readonly hub: KeyHub;
  readonly cursor: CursorHolder;
  readonly marks: Marks;
  readonly locale: Locale;
  readonly t: Translate<TuiKey>;
  readonly timeZone: string;
  /** Loads the words of another language. */
  readonly words: (locale: Locale) => Promise<Translate<TuiKey>>;
  readonly onQuit: () => void;
  readonly onCopy: (text: string) => void;
}

const home = '/workplace';
const nobody: Rights = { role: '' };

function useTongue({ connection, locale, t, words }: TuiNeeds) {
  const [tongue, setTongue] = useState({ locale, t });
  const speak = useEvent((next: Locale) => {
    connection.setLocale(next);
    void words(next).then((said) => setTongue({ locale: next, t: said }));
  });
  return { ...tongue, speak };
}

/** What stays as it is for as long as the interface is open. */
function useGround({ connection, hub, cursor, marks, timeZone }: TuiNeeds, keys: WriteKeys) {
  const currency = connection.site.currency ?? defaultCurrency;
  const [memory] = useState(() => new Map<string, unknown>());
  const [deeds] = useState(createDeedLog);
  const { client, session, production, readOnly } = connection;
  return useMemo(
    () => ({
      catalogue,
      client,
      session,
      hub,
      cursor,
      marks,
      timeZone,
      currency,
      production,
      readOnly,
      memory,
      deeds,
      keyOf: keys.of,
    }),
    [client, session, hub, cursor, marks, timeZone, currency, production, readOnly, memory, deeds, keys],
  );
}

/** All that parts and screens share; a new one when the language or the person changes. */
export function useTuiValue(needs: TuiNeeds) {
  const { connection } = needs;
  const [keys] = useState(createWriteKeys);
  const ground = useGround(needs, keys);
  const { client, session, memory, deeds } = ground;
  const { overlays, open, closeAll } = useOverlays();
  const { notice, say } = useNotice();
  const history = useHistory(home);
  const { locale, t, speak } = useTongue(needs);
  const forget = () => {
    memory.clear();
    deeds.clear();
    keys.clear();
    closeAll();
    history.reset();
  };
  const { user, signedOut, leave, expire, signedIn, enter } = useUser(needs, { open, forget });
  const react: (error: ApiError) => void = useReactions({ open, say, t, leave: expire });
  useEffect(() => connection.onFailure(react), [connection, react]);
  const quit = useEvent(needs.onQuit);
  const copy = useEvent((text: string) => {
    needs.onCopy(text);
    say(t('common.copied'), 'good');
  });
  const signOut = useEvent(async () => {
    await session.signOut();
    leave();
    say(t('session.signedOut'), 'good');
  });
  const { go, back } = history;
  const acts = useMemo(
    () => ({ open, say, go, back, quit, copy, signedIn, signOut, speak }),
    [open, say, go, back, quit, copy, signedIn, signOut, speak],
  );
  const write = useMemo(() => writesOf(client, open, t, react, keys), [client, open, t, react, keys]);
  const openFile = useMemo(() => filesOf(client, open, t, connection.openFile), [client, open, t, connection]);
  const tui: Tui = useMemo(
    () => ({ ...ground, ...acts, locale, t, write, openFile, user, role: user?.role ?? '', rights: user ?? nobody }),
    [ground, acts, locale, t, write, openFile, user],
  );
  return { tui, overlays, notice, history, signedOut, enter };
}
