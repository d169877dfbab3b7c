import type { Catalogue, Client, CurrentUser, Locale, Rights, Session, Tone, Translate } from '@gantry/core';
import { createContext, type ReactNode, useContext } from 'react';
import type { CursorControl } from '../driver/frame-writer.ts';
import type { KeyHub } from '../driver/key-hub.ts';
import type { TuiKey } from '../keys/tui-key.ts';
import type { ActionLog } from './action-log.ts';
import type { ThemeName } from './colors.ts';
import type { Marks } from './marks.ts';

export type { TuiKey } from '../keys/tui-key.ts';

/** A page that covers the screen, or a sheet at its bottom: its height in lines, fixed or computed from its width in columns. */
export type OverlayShape = 'page' | number | ((width: number) => number);

/** A profile that can be switched to. */
export interface ListedProfile {
  readonly name: string;
  readonly server: string;
  readonly isProduction: boolean;
}

/** The values and functions that every component of the interface can use. */
export interface Tui {
  readonly catalogue: Catalogue;
  readonly client: Client;
  readonly session: Session;
  readonly locale: Locale;
  readonly t: Translate<TuiKey>;
  /** IANA name: the zone in which times are shown and typed. */
  readonly timeZone: string;
  /** ISO 4217 code of the site's currency, used for amounts of records that do not name their own. */
  readonly currency?: string;
  /** The profile name that users type to confirm destructive actions on a production server; null on other servers. */
  readonly production: string | null;
  /** Whether the profile is read-only, so that writes are rejected. */
  readonly readOnly: boolean;
  readonly user: CurrentUser | null;
  readonly role: string;
  /** The role together with the permission set of the account. */
  readonly rights: Rights;
  readonly marks: Marks;
  readonly hub: KeyHub;
  readonly cursor: CursorControl;
  /** State that outlives a screen, such as the position in a list; cleared when another user signs in. */
  readonly memory: Map<string, unknown>;
  /** The actions that can be undone. */
  readonly actionLog: ActionLog;
  /** Opens an overlay; resolves with the value that it closes with. */
  open<T>(shape: OverlayShape, build: (close: (value: T) => void) => ReactNode): Promise<T>;
  /** Shows a message above the footer for a few seconds. */
  notify(text: string, tone?: Tone): void;
  /** Goes to a route; its query string is the state of a list. */
  go(path: string): void;
  back(): void;
  quit(): void;
  copy(text: string): void;
  completeSignIn(user: CurrentUser): void;
  signOut(): Promise<void>;
  changeLanguage(locale: Locale): void;
  readonly theme: ThemeName;
  /** Changes the theme and stores it for the next start. */
  changeTheme(name: ThemeName): void;
  readonly profile: string;
  readonly profiles: readonly ListedProfile[];
  /** Disconnects and connects to the server of another profile. */
  goToProfile(name: string): void;
  /** The idempotency key of a write: the same one on every screen until the outcome of the write is known. */
  getWriteKey(path: string, body: unknown): string;
  /** Sends a write with `key`, by default its `getWriteKey`; asks for the password when the server requires step-up. */
  write<T>(path: string, body: unknown, key?: string): Promise<T>;
  /** Makes a call whose response is a file. */
  openFile(path: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
}

const TuiContext = createContext<Tui | null>(null);
export const TuiProvider = TuiContext.Provider;

export function useTui(): Tui {
  const tui = useContext(TuiContext);
  if (!tui) throw new Error('useTui must be used inside TuiProvider');
  return tui;
}

/** The size of the area in which a component is rendered, in columns and lines. */
export interface Area {
  readonly width: number;
  readonly height: number;
}
const AreaContext = createContext<Area>({ width: 80, height: 20 });
export const AreaProvider = AreaContext.Provider;
export const useArea = () => useContext(AreaContext);

/** The layer on which a component handles keys; see `KeyHandler`. */
const LayerContext = createContext(1);
export const LayerProvider = LayerContext.Provider;
export const useLayer = () => useContext(LayerContext);

/** Whether a component is visible; a component under a page is not. */
const ShownContext = createContext(true);
export const ShownProvider = ShownContext.Provider;
export const useIsShown = () => useContext(ShownContext);
