import type { ResponseError, Translate } from '@gantry/core';
import { useRef } from 'react';
import { wrapText } from '../../output/wrap-text.ts';
import { describeFailure } from '../parts/footer.tsx';
import { Menu } from '../parts/menu.tsx';
import type { Tui, TuiKey } from '../parts/tui-context.ts';

interface Deps {
  readonly open: Tui['open'];
  readonly notify: Tui['notify'];
  readonly t: Translate<TuiKey>;
  /** Clears the session and shows the sign-in page. */
  readonly signInAgain: () => void;
}

/** Returns a handler that performs the reaction to a failed call: the message, the sign-out dialog or the sign-in page. */
export function useReactions(deps: Deps): (error: ResponseError) => void {
  const latest = useRef(deps);
  latest.current = deps;
  const isConfirming = useRef(false);
  const react = useRef((error: ResponseError) => {
    const { open, notify, t, signInAgain } = latest.current;
    notify(describeFailure(error, t), 'bad');
    if (error.verdict.reaction === 'relogin') signInAgain();
    if (error.verdict.reaction !== 'confirmLogout' || isConfirming.current) return;
    isConfirming.current = true;
    const lines = wrapText(t('session.confirmLogoutText'), 74, true);
    void open<string | null>(4 + lines.length, (close) => (
      <Menu
        title={t('session.confirmLogoutTitle')}
        text={lines}
        items={[
          { label: t('session.reLogin'), value: 'leave' },
          { label: t('common.cancel'), value: 'stay' },
        ]}
        onDone={close}
      />
    )).then((answer) => {
      isConfirming.current = false;
      if (answer === 'leave') signInAgain();
    });
  });
  return react.current;
}
