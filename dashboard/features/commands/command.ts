import type IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';

export const commandGroups = ['do', 'go', 'find', 'settings'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Something that the owner can do on any screen. */
export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** A second line. */
  readonly note?: string;
  /** Other words that find the command. */
  readonly words?: string;
  /** The shortcut that does the same. */
  readonly keys?: string;
  readonly Icon: typeof IconCode;
  /** Shown only after something was typed. */
  readonly onSearch?: boolean;
  /** Shown whatever was typed. */
  readonly always?: boolean;
  readonly run: () => void;
}
