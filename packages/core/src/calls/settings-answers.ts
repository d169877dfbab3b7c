type Values = Readonly<Record<string, unknown>>;

/** A group of settings in the responses of `/settings/get` and `/settings/save`. */
export interface SettingsGroupAnswer {
  /** Version to send with a save; 0 when the group has never been saved. */
  readonly version: number;
  /** All fields except secrets: saved values, else defaults. */
  readonly values: Values;
  /** Masks of secrets by field; null when a secret is not set. Secrets are write-only. */
  readonly secrets: Readonly<Record<string, string | null>>;
  /** Fields whose value differs from the default. */
  readonly changed: readonly string[];
  /** The defaults of the definition. */
  readonly defaults: Values;
  readonly updatedAt: number | null;
  readonly updatedBy: number | null;
  /** Name of the admin who saved last. */
  readonly updatedByLabel: string | null;
}

/** Response of `/settings/get`. */
export interface SettingsAnswer {
  readonly page: string;
  readonly groups: Readonly<Record<string, SettingsGroupAnswer>>;
}

/** A saved change of one group. `before` and `after` only contain changed fields; secrets appear as mask and hash. */
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

/** Response of `/settings/history`, newest first. `next` is the `before` of the next call; null at the end. */
export interface SettingsHistoryAnswer {
  readonly items: readonly SettingsChange[];
  readonly next: number | null;
}

/** Response of `/settings/run`. It also contains the output fields of the action. */
export interface SettingsRunAnswer extends Values {
  readonly ok: boolean;
  readonly ms: number;
}

/** Response of `/file/upload`. */
export interface UploadAnswer {
  /** The value for an image field. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** In bytes. */
  readonly size: number;
}
