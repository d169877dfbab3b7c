import type { ResponseError, Translate } from '@gantry/core';
import { useRef } from 'react';
import { wrapText } from '../../output/wrap-text.ts';
import { describeFailure } from '../parts/footer.tsx';
import { Menu } from '../parts/menu.tsx';
import type { Tui, TuiKey } from '../parts/tui-context.ts';

interface Deps {
  readonly open: Tui['open'];
  readonly localize: Tui['localize'];
  readonly t: Translate<TuiKey>;
  /** Forgets who was signed in and shows the way in. */
  readonly leave: () => void;
}

/** Performs what core decided about a failure: the words for five seconds, the log-out dialog, or the way in. */
export function useReactions(deps: Deps): (error: ResponseError) => void {
  const latest = useRef(deps);
  latest.current = deps;
  const request = useRef(false);
  const react = useRef((error: ResponseError) => {
    const { open, localize, t, leave } = latest.current;
    localize(describeFailure(error, t), 'bad');
    if (error.verdict.reaction === 'relogin') leave();
    if (error.verdict.reaction !== 'confirmLogout' || request.current) return;
    request.current = true;
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
      request.current = false;
      if (answer === 'leave') leave();
    });
  });
  return react.current;
}
