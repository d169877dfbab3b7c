type Values = Readonly<Record<string, unknown>>;

/** A group of settings, as `/settings/get` gives it and `/settings/save` gives it back. */
export interface SettingsGroupAnswer {
  /** To be sent with a save; 0 when no one ever saved the group. */
  readonly version: number;
  /** Every field but secrets: what was saved, else the definition's default. */
  readonly values: Values;
  /** Secrets by field: a mask of what is set, null when nothing is. They are only ever written. */
  readonly secrets: Readonly<Record<string, string | null>>;
  /** Fields whose value is not the default. */
  readonly changed: readonly string[];
  /** The definition's defaults. */
  readonly defaults: Values;
  readonly updatedAt: number | null;
  readonly updatedBy: number | null;
  /** Name of the person who saved last. */
  readonly updatedByLabel: string | null;
}

/** Answer of `/settings/get`. */
export interface SettingsAnswer {
  readonly page: string;
  readonly groups: Readonly<Record<string, SettingsGroupAnswer>>;
}

/** A change of one group; only fields that changed are in `before` and `after`, secrets as mask and hash. */
export interface SettingsChange {
  readonly id: number;
  readonly group: string;
  readonly version: number;
  readonly before: Values;
  readonly after: Values;
  readonly changedBy: number | null;
  readonly changedByLabel: string;
  readonly changedAt: number;
}

/** Answer of `/settings/history`: newest first; `next` is the next call's `before`, null at the end. */
export interface SettingsHistoryAnswer {
  readonly items: readonly SettingsChange[];
  readonly next: number | null;
}

/** Answer of `/settings/run`: next to these, what the action's output names. */
export interface SettingsRunAnswer extends Values {
  readonly ok: boolean;
  readonly ms: number;
}

/** Answer of `/file/upload`. */
export interface UploadAnswer {
  /** What an image field holds. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Bytes. */
  readonly size: number;
}
