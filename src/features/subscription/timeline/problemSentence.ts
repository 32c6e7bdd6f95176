import type { HistoryProblem } from '../rules/HistoryEntry.ts';

/** What is wrong with a record, and what that means for the totals. */
export function problemSentence(problem: HistoryProblem): string {
  return sentences[problem];
}

const sentences: Record<HistoryProblem, string> = {
  'start-missing': 'Start not provided; not counted.',
  'start-invalid': 'Invalid start date; not counted.',
  'start-placeholder': 'Invalid start date: its year stands for "none"; not counted.',
  'end-invalid': 'Invalid end date; not counted.',
  'end-placeholder': 'The year of the end stands for "none".',
  'end-before-start': 'Ends before it starts; not counted.',
  'foreign-workspace': 'Names another workspace; not counted.',
  'level-missing': 'Level not provided.',
};
