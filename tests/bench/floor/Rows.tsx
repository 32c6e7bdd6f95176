import { useQuery } from '@tanstack/react-query';

type Row = { id: string; name: string; created: string; apiHost: string; dbHost: string };

export function Rows() {
  const { data = [] } = useQuery<Row[]>({
    queryKey: ['rows'],
    queryFn: async () => (await fetch('/rows.json')).json(),
  });
  return (
    <table>
      <tbody>
        {data.map((row) => (
          <tr key={row.id}>
            <td>{row.name}</td>
            <td>{row.created}</td>
            <td>{row.apiHost}</td>
            <td>{row.dbHost}</td>
            <td>
              <button type="button">Delete {row.name}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
