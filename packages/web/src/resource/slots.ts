import type { Action, AnyResource, ListState, LocalizedText, Values } from '@gantry/core';
import type { ComponentType, ReactNode } from 'react';
import type { CellProps, FieldRecord, InputProps } from '../fields/index.ts';

export interface PageSlotProps {
  readonly resource: AnyResource;
  /** Reloads the list after a change beside it. */
  readonly refresh: () => void;
}

export interface AsideSlotProps extends PageSlotProps {
  /** The search conditions of the list beside it. */
  readonly matching: Pick<ListState, 'keyword' | 'filters'>;
}

export interface ImportedSlotProps extends PageSlotProps {
  /** Whether it was selected before the import, so that it starts automatically. */
  readonly wanted: boolean;
}

export interface RecordSlotProps extends PageSlotProps {
  readonly record: FieldRecord;
}

export interface ResultSlotProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord | null;
  /** The response of the action. */
  readonly answer: unknown;
  /** Reloads the list after a change. */
  readonly refresh: () => void;
  readonly close: () => void;
}

export interface ActionPageProps {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  /** Custom inputs, by field. */
  readonly inputs: Slots['input'];
  /** Returns to the list. */
  readonly close: () => void;
}

export interface ConfirmationSlotProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord | null;
  /** The values typed so far. */
  readonly values: Values;
}

/** An event of a record that is not in the audit log. */
export interface TimelineEvent {
  readonly key: string;
  /** UTC ms. */
  readonly at: number;
  readonly body: ReactNode;
}

/** The loaded events of a record. */
export interface TimelineEvents {
  readonly events: readonly TimelineEvent[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Extension points of the generic pages. An empty slot keeps the default. */
export interface Slots {
  /** Fields of a row that the slots below read, even when their columns are hidden. */
  readonly reads?: readonly string[];
  /** Next to the buttons above the list. */
  readonly toolbar?: ComponentType<PageSlotProps>;
  /** At the end of a row, before its actions. The label is used to compute the width. */
  readonly rowExtra?: { readonly label: LocalizedText; readonly body: ComponentType<RecordSlotProps> };
  /** Replaces the cell of a field. */
  readonly cell?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Replaces the input of a field. */
  readonly input?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Beside the list; above it in a narrow window. */
  readonly aside?: ComponentType<AsideSlotProps>;
  /** Actions that the page renders itself, so that they get no default button. */
  readonly placed?: readonly string[];
  /** Replaces the text of an empty list. */
  readonly empty?: ComponentType<PageSlotProps>;
  /** An additional tab of the record, before its fields. */
  readonly detail?: { readonly title: LocalizedText; readonly body: ComponentType<RecordSlotProps> };
  /** A hook that loads the events of a record. They are merged with the audit log into one timeline, before the fields. */
  readonly useEvents?: (record: FieldRecord) => TimelineEvents;
  /** Next to the buttons at the bottom of a record. */
  readonly foot?: ComponentType<RecordSlotProps>;
  /** Below the fields of a record. */
  readonly footer?: ComponentType<RecordSlotProps>;
  /** Below the fields of the form, for example a preview of the typed values. */
  readonly formNote?: ComponentType<ConfirmationSlotProps>;
  /** Below the input of an action dialog, by action, for example a preview of the result. */
  readonly request?: Readonly<Record<string, ComponentType<ConfirmationSlotProps>>>;
  /** At the end of an import: a follow-up step for the imported records, and the label that selects it in advance. */
  readonly imported?: { readonly choice: LocalizedText; readonly body: ComponentType<ImportedSlotProps> };
  /** Resource-level actions with a page in place of the list instead of a dialog. */
  readonly page?: Readonly<Record<string, ComponentType<ActionPageProps>>>;
  /** Replaces the default view of an action's response. */
  readonly result?: Readonly<Record<string, ComponentType<ResultSlotProps>>>;
}
