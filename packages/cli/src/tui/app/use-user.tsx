import type { CurrentUser } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { SignIn } from '../../modules/auth/sign-in.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import type { Connection } from './connect.ts';

interface UserDeps {
  readonly open: Tui['open'];
  /** Closes what is open and clears the state of lists, because another user signs in. */
  readonly purge: () => void;
}

/**
 * Who is signed in, found out once; a token that is no longer good leads to the way in. When a session ends in the middle of something,
 * the way in lies over it, and whoever comes back goes on where they were.
 */
export function useUser({ connection }: { readonly connection: Connection }, { open, purge }: UserDeps) {
  const [user, setUser] = useState<CurrentUser | null>(connection.user);
  const [signedOut, setSignedOut] = useState(!connection.hasToken());
  const entering = useRef(false);
  const leave = useEvent(() => {
    connection.session.clear();
    purge();
    setUser(null);
    setSignedOut(true);
  });
  const signedIn = useEvent((found: CurrentUser) => {
    setUser(found);
    setSignedOut(false);
  });
  const enter = useEvent(async (username: string): Promise<CurrentUser> => {
    connection.keepProfile(username);
    const found = await connection.session.loadInfo();
    if (user && user.id !== found.id) purge();
    signedIn(found);
    return found;
  });
  const expire = useEvent(() => {
    if (!user) return leave();
    if (entering.current) return;
    entering.current = true;
    connection.session.clear();
    const { siteName } = connection.site;
    void open<void>('page', (close) => (
      <SignIn
        siteName={siteName}
        server={connection.server}
        username={user.username}
        onSignedIn={(username) =>
          enter(username).then(() => {
            entering.current = false;
            close();
          })
        }
      />
    ));
  });
  useEffect(() => {
    if (!signedOut && !user) connection.session.loadInfo().then(signedIn, leave);
  }, [connection, signedOut, user, signedIn, leave]);
  return { user, signedOut, leave, expire, signedIn, enter };
}
