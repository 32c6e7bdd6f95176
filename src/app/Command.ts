/** Something the palette can do. Nothing here deletes: an instance leads to its details. */
export type Command = {
  id: string;
  group: 'Pages' | 'Workspaces' | 'Instances' | 'Regions' | 'Actions' | 'Preferences';
  label: string;
  /** Says which of several with one label is meant. */
  detail?: string;
  /** Other words people look for it by. */
  words?: string;
  keys?: string;
  run: () => void;
};
