import type { Action, AnyResource, ListState, LocalizedText, Values } from '@gantry/core';
import type { ComponentType, ReactNode } from 'react';
import type { CellProps, FieldRecord, InputProps } from '../fields/index.ts';

export interface PageSlotProps {
  readonly resource: AnyResource;
  /** Reads the list again, after something was changed next to it. */
  readonly refresh: () => void;
}

export interface AsideSlotProps extends PageSlotProps {
  /** What the list next to it is narrowed to. */
  readonly matching: Pick<ListState, 'keyword' | 'filters'>;
}

export interface ImportedSlotProps extends PageSlotProps {
  /** Whether it was requested before the import: it starts automatically then. */
  readonly wanted: boolean;
}

export interface RecordSlotProps extends PageSlotProps {
  readonly record: FieldRecord;
}

export interface ResultSlotProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord | null;
  /** What the action answered. */
  readonly answer: unknown;
  /** Reads the list again, after something was changed from here. */
  readonly refresh: () => void;
  readonly close: () => void;
}

export interface ActionPageProps {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  /** Inputs that the entity makes by hand, by field. */
  readonly inputs: Slots['input'];
  /** Leads back to the list. */
  readonly close: () => void;
}

export interface ConfirmationSlotProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord | null;
  /** What has been typed so far. */
  readonly values: Values;
}

/** Something that happened to a record, which the audit log does not hold. */
export interface TimelineEvent {
  readonly key: string;
  /** UTC ms. */
  readonly at: number;
  readonly body: ReactNode;
}

/** Events of a record as they are read. */
export interface TimelineEvents {
  readonly events: readonly TimelineEvent[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Places of the default pages that an entity may fill by hand. What is not filled stays as it is for everyone. */
export interface Slots {
  /** Fields of a row that the slots below read, whether their columns are shown or not. */
  readonly reads?: readonly string[];
  /** Among the buttons over the list. */
  readonly toolbar?: ComponentType<PageSlotProps>;
  /** At the end of a row, before its actions; the words are those on it, which say how much room it needs. */
  readonly rowExtra?: { readonly label: LocalizedText; readonly body: ComponentType<RecordSlotProps> };
  /** In place of a field's cell, by field. */
  readonly cell?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** In place of a field's input, by field. */
  readonly input?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Next to the list, over it where the window is narrow. */
  readonly aside?: ComponentType<AsideSlotProps>;
  /** Actions that the page shows in a place of their own, so that they get no button. */
  readonly placed?: readonly string[];
  /** In place of the words of an empty list. */
  readonly empty?: ComponentType<PageSlotProps>;
  /** A tab of the record's own, before its fields. */
  readonly detail?: { readonly title: LocalizedText; readonly body: ComponentType<RecordSlotProps> };
  /** A hook that reads the events of a record: they stand in one timeline with what the audit log has of it, before its fields. */
  readonly useEvents?: (record: FieldRecord) => TimelineEvents;
  /** Among the buttons at the foot of a record. */
  readonly foot?: ComponentType<RecordSlotProps>;
  /** Under the fields of a record. */
  readonly footer?: ComponentType<RecordSlotProps>;
  /** Under the fields of the form: what the typed values come to. */
  readonly formNote?: ComponentType<ConfirmationSlotProps>;
  /** Under the input of an action's dialog, by action: what it would come to. */
  readonly request?: Readonly<Record<string, ComponentType<ConfirmationSlotProps>>>;
  /** At the end of an import: what is next for what came in, and the words under which it is chosen beforehand. */
  readonly imported?: { readonly choice: LocalizedText; readonly body: ComponentType<ImportedSlotProps> };
  /** Actions of the whole resource that are a page in place of the list rather than a dialog over it. */
  readonly page?: Readonly<Record<string, ComponentType<ActionPageProps>>>;
  /** In place of the default view of an action's answer, by action. */
  readonly result?: Readonly<Record<string, ComponentType<ResultSlotProps>>>;
}
