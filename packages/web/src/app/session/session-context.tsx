import type { CurrentUser, Rights, Role, Session, SessionStore } from '@gantry/core';
import { createContext, type ReactNode, use } from 'react';
import type { Channel } from '../api/index.ts';
import type { TabNews } from './tab-sync.ts';

/** Created once per page: the session, where it is stored, and the channel to the other tabs. */
export interface SessionHost {
  readonly session: Session;
  readonly store: SessionStore;
  readonly tabs: Channel<TabNews>;
}

/** Who is signed in, and what one may do about it. */
export interface SignedIn {
  readonly user: CurrentUser;
  /** The role that the console shows itself for: the user's own, or the one being previewed. */
  readonly role: Role | '';
  /** That role, narrowed to the menu areas of the account: what decides which pages and records there are. */
  readonly rights: Rights;
  /** The role that the server knows. */
  readonly ownRole: string;
  readonly previewing: boolean;
  /** Previews the other role, or goes back to the own one. It grants nothing: the server decides. */
  switchRole(): void;
  /** Loads the user again, after a change of the profile. */
  reload(): Promise<void>;
  signOut(): Promise<void>;
  readonly host: SessionHost;
}

const SessionContext = createContext<SignedIn | null>(null);

export function SignedInProvider({ value, children }: { readonly value: SignedIn; readonly children: ReactNode }) {
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SignedIn {
  const value = use(SessionContext);
  if (!value) throw new Error('the session is used outside of SignedInProvider');
  return value;
}
