import { catalogue, type Subject, type Subjects } from '@gantry/core';

const getSubject = ({ name, label, actions = {} }: Subject): Subject => ({
  name,
  label,
  actions: Object.fromEntries(Object.entries(actions).map(([action, one]) => [action, { label: one.label }])),
});

/** What entries of the audit log refer to; loaded only to display labels. */
export const subjects: Subjects = {
  resources: catalogue.resources.map(getSubject),
  settings: catalogue.settings.map(({ name, label, groups }) => ({
    name,
    label,
    groups: Object.fromEntries(Object.entries(groups).map(([group, one]) => [group, { label: one.label }])),
  })),
};
