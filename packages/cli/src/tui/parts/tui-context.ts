import type { Catalogue, Client, CurrentUser, Locale, Rights, Session, Tone, Translate } from '@gantry/core';
import { createContext, type ReactNode, useContext } from 'react';
import type { CursorHolder } from '../driver/frame-writer.ts';
import type { KeyHub } from '../driver/key-hub.ts';
import type { TuiKey } from '../keys/tui-key.ts';
import type { ActionLog } from './action-log.ts';
import type { ThemeName } from './colors.ts';
import type { Marks } from './marks.ts';

export type { TuiKey } from '../keys/tui-key.ts';

/** Over the whole screen, or docked at its foot with so many lines, or as many as it needs at so many columns. */
export type OverlayShape = 'page' | number | ((width: number) => number);

/** A profile that can be switched to. */
export interface ListedProfile {
  readonly name: string;
  readonly server: string;
  readonly isProduction: boolean;
}

/** What every part and screen is given. */
export interface Tui {
  readonly catalogue: Catalogue;
  readonly client: Client;
  readonly session: Session;
  readonly locale: Locale;
  readonly t: Translate<TuiKey>;
  /** IANA name: the zone in which times are shown and typed. */
  readonly timeZone: string;
  /** ISO 4217 code of the site's prices; amounts of a record that names another are in that. */
  readonly currency?: string;
  /** The name by which harm is confirmed where it is production; null elsewhere. */
  readonly production: string | null;
  /** Nothing can be changed: the profile is for reading alone. */
  readonly readOnly: boolean;
  readonly user: CurrentUser | null;
  readonly role: string;
  /** That role, narrowed to the menu areas of the account. */
  readonly rights: Rights;
  readonly marks: Marks;
  readonly hub: KeyHub;
  readonly cursor: CursorHolder;
  /** Kept while the process lives: how a list was left. */
  readonly memory: Map<string, unknown>;
  /** What was done and can be taken back. */
  readonly availableActions: ActionLog;
  /** Opens something over the screen and gives what it closes with. */
  open<T>(shape: OverlayShape, build: (close: (value: T) => void) => ReactNode): Promise<T>;
  /** One line at the foot, for five seconds. */
  localize(words: string, tone?: Tone): void;
  /** To a route of the product; what stands after `?` is a list's state. */
  go(path: string): void;
  back(): void;
  quit(): void;
  copy(text: string): void;
  signedIn(user: CurrentUser): void;
  signOut(): Promise<void>;
  speak(locale: Locale): void;
  readonly theme: ThemeName;
  /** Changes the theme and stores it for the next start. */
  changeTheme(name: ThemeName): void;
  readonly profile: string;
  readonly profiles: readonly ListedProfile[];
  /** Disconnects and connects to the server of another profile. */
  goToProfile(name: string): void;
  /** The key under which a write goes: the same until it is answered, wherever it is sent from. */
  keyOf(path: string, body: unknown): string;
  /** Sends a write under that key unless one is given; asks for the password when the server wants to be sure. */
  write<T>(path: string, body: unknown, key?: string): Promise<T>;
  /** Opens a call that answers a file. */
  openFile(path: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
}

const TuiContext = createContext<Tui | null>(null);
export const TuiProvider = TuiContext.Provider;

export function useTui(): Tui {
  const tui = useContext(TuiContext);
  if (!tui) throw new Error('outside of the terminal interface');
  return tui;
}

/** Columns and lines that belong to whoever asks. */
export interface Area {
  readonly width: number;
  readonly height: number;
}
const AreaContext = createContext<Area>({ width: 80, height: 20 });
export const AreaProvider = AreaContext.Provider;
export const useArea = () => useContext(AreaContext);

/** The layer of keys on which a part stands. */
const LayerContext = createContext(1);
export const LayerProvider = LayerContext.Provider;
export const useLayer = () => useContext(LayerContext);

/** Whether a part is visible; a part under a page is not. */
const ShownContext = createContext(true);
export const ShownProvider = ShownContext.Provider;
export const useIsShown = () => useContext(ShownContext);
