import { type Floor, house } from './bordersHouse.ts';

export type Room = {
  floor: Floor;
  name: string;
  /** The folder inside a feature's room, known to the table or not; null at the top of it. */
  subRoom: string | null;
  /** How many parts the path of a file may have here. */
  depth: number;
};

/** Where in the house a path stands; null where the table has no place for it. */
export function roomOf(path: string): Room | null {
  const parts = path.split('/');
  const [top, room = '', inner] = parts;
  if (top !== 'src') return null;
  if (room === 'features') return inner !== undefined && parts.length > 3 ? featureRoom(inner, parts) : null;
  const floor = inner === undefined ? house.files[room] : house.floors.find((name) => name === room);
  return floor === undefined
    ? null
    : { floor, name: room, subRoom: null, depth: inner === undefined ? 2 : 3 };
}

function featureRoom(inner: string, parts: readonly string[]): Room {
  const name = `features/${inner}`;
  const subRoom = parts.length > 4 ? (parts[3] ?? null) : null;
  const isKnown = subRoom !== null && house.subRooms[name]?.includes(subRoom);
  return { floor: 'features', name, subRoom, depth: isKnown ? 5 : 4 };
}
