import type { ApiError, Translate } from '@gantry/core';
import { useRef } from 'react';
import { wrapText } from '../output/wrap-text.ts';
import { failureWords } from './parts/failure-words.ts';
import { Menu } from './parts/menu.tsx';
import type { Tui, TuiKey } from './parts/tui-context.ts';

interface Needs {
  readonly open: Tui['open'];
  readonly say: Tui['say'];
  readonly t: Translate<TuiKey>;
  /** Forgets who was signed in and shows the way in. */
  readonly leave: () => void;
}

/** Performs what core decided about a failure: the words for five seconds, the log-out dialog, or the way in. */
export function useReactions(needs: Needs): (error: ApiError) => void {
  const latest = useRef(needs);
  latest.current = needs;
  const asking = useRef(false);
  const react = useRef((error: ApiError) => {
    const { open, say, t, leave } = latest.current;
    say(failureWords(error, t), 'bad');
    if (error.verdict.reaction === 'relogin') leave();
    if (error.verdict.reaction !== 'confirmLogout' || asking.current) return;
    asking.current = true;
    const words = wrapText(t('session.confirmLogoutText'), 74, true);
    void open<string | null>(4 + words.length, (close) => (
      <Menu
        title={t('session.confirmLogoutTitle')}
        text={words}
        items={[
          { label: t('session.reLogin'), value: 'leave' },
          { label: t('common.cancel'), value: 'stay' },
        ]}
        onDone={close}
      />
    )).then((answer) => {
      asking.current = false;
      if (answer === 'leave') leave();
    });
  });
  return react.current;
}
