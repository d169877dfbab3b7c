import type { CurrentUser } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { SignIn } from '../../modules/auth/sign-in.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import type { Connection } from './connect.ts';

interface UserDeps {
  readonly open: Tui['open'];
  /** Closes all overlays and clears the state of lists, because another user may sign in. */
  readonly resetState: () => void;
}

/**
 * The signed-in user, loaded once; an invalid token leads to the sign-in page. When a session expires while the interface is in
 * use, the sign-in page opens over the current screen, and after signing in the same user continues where they were.
 */
export function useUser({ connection }: { readonly connection: Connection }, { open, resetState }: UserDeps) {
  const [user, setUser] = useState<CurrentUser | null>(connection.user);
  const [signedOut, setSignedOut] = useState(!connection.hasToken());
  const isSigningIn = useRef(false);
  const endSession = useEvent(() => {
    connection.session.clear();
    resetState();
    setUser(null);
    setSignedOut(true);
  });
  const completeSignIn = useEvent((current: CurrentUser) => {
    setUser(current);
    setSignedOut(false);
  });
  const signIn = useEvent(async (username: string): Promise<CurrentUser> => {
    connection.saveProfile(username);
    const loaded = await connection.session.loadInfo();
    if (user && user.id !== loaded.id) resetState();
    completeSignIn(loaded);
    return loaded;
  });
  const signInAgain = useEvent(() => {
    if (!user) return endSession();
    if (isSigningIn.current) return;
    isSigningIn.current = true;
    connection.session.clear();
    const { siteName } = connection.site;
    void open<void>('page', (close) => (
      <SignIn
        siteName={siteName}
        server={connection.server}
        username={user.username}
        onSignedIn={(username) =>
          signIn(username).then(() => {
            isSigningIn.current = false;
            close();
          })
        }
      />
    ));
  });
  useEffect(() => {
    if (!signedOut && !user) connection.session.loadInfo().then(completeSignIn, endSession);
  }, [connection, signedOut, user, completeSignIn, endSession]);
  return { user, signedOut, endSession, signInAgain, completeSignIn, signIn };
}
