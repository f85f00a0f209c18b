//! Where the parts of a picture stand.
//!
//! A layered drawing, top down: states stand on even rows by their distance from the start, labels of
//! edges on the odd rows between. An edge that goes up, or stays on its row, passes through boxes of
//! its own on the rows between, so labels and states never share a place. Order within a row comes from
//! the middle of the neighbours; positions are the closest possible to that middle without overlap.

use std::collections::VecDeque;

use crate::draw::{Picture, PictureState};

/// Radius of a state.
pub(super) const RADIUS: f64 = 22.0;
/// Width of a character and height of a line of the monospaced labels.
pub(super) const CHAR: f64 = 7.3;
pub(super) const LINE: f64 = 16.0;
/// How far the loop of a state reaches to the right.
pub(super) const LOOP: f64 = 34.0;

const GAP: f64 = 26.0;
const ROW_GAP: f64 = 26.0;
const MARGIN: f64 = 30.0;
const LABEL_WIDTH: usize = 34;
const SWEEPS: usize = 12;

/// A point of the drawing.
pub(super) type Point = (f64, f64);

/// A drawn edge.
pub(super) struct Route {
    /// Number of the edge in the picture.
    pub(super) edge: usize,
    /// Centres of the boxes it passes, between its two states. Empty for a loop.
    pub(super) through: Vec<Point>,
    /// The lines of the label, the events that take it, and the middle of both.
    pub(super) label: Vec<String>,
    pub(super) taken: Option<String>,
    pub(super) label_at: Point,
}

/// Half of the width of a state.
pub(super) fn half_width(state: &PictureState) -> f64 {
    RADIUS.max(state.name.chars().count() as f64 * CHAR / 2.0 + 12.0)
}

/// Where everything stands.
pub(super) struct Layout {
    pub(super) states: Vec<Point>,
    pub(super) routes: Vec<Route>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Something that takes room on a row.
struct Block {
    row: usize,
    /// Room to the left and to the right of its centre, and its height.
    left: f64,
    right: f64,
    height: f64,
    x: f64,
    neighbours: Vec<usize>,
}

/// Lays out a picture.
pub(super) fn layout(picture: &Picture) -> Layout {
    let rows = state_rows(picture);
    let mut blocks: Vec<Block> = state_blocks(picture, &rows);
    let chains: Vec<Vec<usize>> =
        (0..picture.edges.len()).map(|edge| add_chain(picture, edge, &rows, &mut blocks)).collect();
    let order = place(&mut blocks);
    let (tops, height) = row_places(&blocks, order.len());
    let least = blocks.iter().map(|block| block.x - block.left).fold(f64::INFINITY, f64::min);
    let most = blocks.iter().map(|block| block.x + block.right).fold(0.0, f64::max);
    let at = |block: usize| -> Point {
        (blocks[block].x - least + MARGIN, tops[blocks[block].row] + MARGIN)
    };
    let states: Vec<Point> = (0..picture.states.len()).map(at).collect();
    let routes = (0..picture.edges.len()).map(|edge| {
        let through: Vec<Point> = chains[edge].iter().map(|block| at(*block)).collect();
        route(picture, edge, through, &states)
    });
    let width = most - least + 2.0 * MARGIN;
    Layout { routes: routes.collect(), states, width, height: height + 2.0 * MARGIN }
}

fn route(picture: &Picture, edge: usize, through: Vec<Point>, states: &[Point]) -> Route {
    let drawn = &picture.edges[edge];
    let (label, taken) = picture.label_lines(edge, LABEL_WIDTH);
    let label_at = through.first().copied().unwrap_or_else(|| {
        let (x, y) = states[drawn.from];
        (x + half_width(&picture.states[drawn.from]) + LOOP + label_size(picture, edge).0 / 2.0, y)
    });
    Route { edge, through, label, taken, label_at }
}

/// The width and the height of the label of an edge.
fn label_size(picture: &Picture, edge: usize) -> (f64, f64) {
    let (label, taken) = picture.label_lines(edge, LABEL_WIDTH);
    let lines = label.iter().chain(&taken);
    let widest = lines.clone().map(|line| line.chars().count()).max().unwrap_or(0);
    (widest as f64 * CHAR + 10.0, lines.count() as f64 * LINE)
}

/// Twice the distance from the start; states that cannot be reached stand below all others.
fn state_rows(picture: &Picture) -> Vec<usize> {
    let mut rows = vec![None; picture.states.len()];
    let mut queue = VecDeque::new();
    if !rows.is_empty() {
        rows[0] = Some(0);
        queue.push_back(0);
    }
    while let Some(state) = queue.pop_front() {
        let row = rows[state].expect("queued with a row");
        for edge in picture.edges.iter().filter(|edge| edge.from == state) {
            if rows[edge.to].is_none() {
                rows[edge.to] = Some(row + 2);
                queue.push_back(edge.to);
            }
        }
    }
    let below = rows.iter().flatten().max().map_or(0, |last| last + 2);
    rows.into_iter().map(|row| row.unwrap_or(below)).collect()
}

fn state_blocks(picture: &Picture, rows: &[usize]) -> Vec<Block> {
    let block = |(number, row): (usize, &usize)| {
        let own = picture.edges.iter().position(|edge| edge.from == number && edge.to == number);
        let label = own.map(|edge| label_size(picture, edge));
        let (aside, tall) = label.map_or((0.0, 0.0), |(width, tall)| (LOOP + width, tall));
        let height = (2.0 * RADIUS).max(tall);
        let half = half_width(&picture.states[number]);
        let (left, right) = (half, half + aside);
        Block { row: *row, left, right, height, x: 0.0, neighbours: Vec::new() }
    };
    rows.iter().enumerate().map(block).collect()
}

/// Adds the boxes that an edge passes: one per row strictly between its states, the first with the
/// label; one below for an edge along a row; none for a loop.
fn add_chain(
    picture: &Picture,
    number: usize,
    rows: &[usize],
    blocks: &mut Vec<Block>,
) -> Vec<usize> {
    let edge = &picture.edges[number];
    let (from, to) = (rows[edge.from], rows[edge.to]);
    let passed: Vec<usize> = match from.cmp(&to) {
        _ if edge.from == edge.to => Vec::new(),
        std::cmp::Ordering::Less => (from + 1..to).collect(),
        std::cmp::Ordering::Equal => vec![from + 1],
        std::cmp::Ordering::Greater => (to + 1..from).rev().collect(),
    };
    let (width, tall) = label_size(picture, number);
    let mut chain = Vec::new();
    let mut before = edge.from;
    for (number, row) in passed.into_iter().enumerate() {
        let (half, height) = match number {
            0 => (width / 2.0, tall + 6.0),
            _ => (4.0, 0.0),
        };
        let block =
            Block { row, left: half, right: half, height, x: 0.0, neighbours: vec![before] };
        blocks.push(block);
        let new = blocks.len() - 1;
        blocks[before].neighbours.push(new);
        chain.push(new);
        before = new;
    }
    if let Some(last) = chain.last() {
        blocks[*last].neighbours.push(edge.to);
        blocks[edge.to].neighbours.push(*last);
    }
    chain
}

/// Gives every block its `x`. Returns the rows, each from left to right.
fn place(blocks: &mut [Block]) -> Vec<Vec<usize>> {
    let rows = blocks.iter().map(|block| block.row + 1).max().unwrap_or(0);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); rows];
    for (number, block) in blocks.iter().enumerate() {
        order[block.row].push(number);
    }
    for row in &order {
        spread(blocks, row, &vec![0.0; row.len()]);
    }
    for sweep in 0..SWEEPS {
        let downward = sweep % 2 == 0;
        for at in 0..rows {
            let at = if downward { at } else { rows - 1 - at };
            let mut row = order[at].clone();
            let wanted = |block: usize| middle(blocks, block);
            // After half of the sweeps the order stays, so that positions can settle.
            if sweep < SWEEPS / 2 {
                row.sort_by(|a, b| wanted(*a).total_cmp(&wanted(*b)));
            }
            let targets: Vec<f64> = row.iter().map(|block| middle(blocks, *block)).collect();
            spread(blocks, &row, &targets);
            order[at] = row;
        }
    }
    order
}

/// The middle of the neighbours of a block; its own place if it has none.
fn middle(blocks: &[Block], block: usize) -> f64 {
    let neighbours = &blocks[block].neighbours;
    if neighbours.is_empty() {
        return blocks[block].x;
    }
    neighbours.iter().map(|other| blocks[*other].x).sum::<f64>() / neighbours.len() as f64
}

/// Puts the blocks of a row as near as possible to their targets, in order and without overlap:
/// least squares under the distances, by pooling neighbours that push each other.
fn spread(blocks: &mut [Block], row: &[usize], targets: &[f64]) {
    let mut offsets = vec![0.0];
    for pair in row.windows(2) {
        let last = offsets.last().copied().unwrap_or(0.0);
        offsets.push(last + blocks[pair[0]].right + GAP + blocks[pair[1]].left);
    }
    // Each pool: sum of shifted targets, and how many.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (target, offset) in targets.iter().zip(&offsets) {
        pools.push((target - offset, 1));
        while let [.., (a, m), (b, n)] = pools[..]
            && a / m as f64 > b / n as f64
        {
            pools.pop();
            pools.pop();
            pools.push((a + b, m + n));
        }
    }
    let means = pools.iter().flat_map(|(sum, n)| std::iter::repeat_n(sum / *n as f64, *n));
    for ((block, mean), offset) in row.iter().zip(means).zip(&offsets) {
        blocks[*block].x = mean + offset;
    }
}

/// The middle of each row, and the height of all.
fn row_places(blocks: &[Block], rows: usize) -> (Vec<f64>, f64) {
    let mut middles = Vec::new();
    let mut y = 0.0;
    for row in 0..rows {
        let heights = blocks.iter().filter(|block| block.row == row).map(|block| block.height);
        let height = heights.fold(0.0, f64::max);
        middles.push(y + height / 2.0);
        y += height + ROW_GAP;
    }
    (middles, (y - ROW_GAP).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(half: f64) -> Block {
        Block { row: 0, left: half, right: half, height: 0.0, x: 0.0, neighbours: Vec::new() }
    }

    #[test]
    fn blocks_keep_their_distance_and_stay_near_their_targets() {
        let mut blocks = vec![block(10.0), block(20.0), block(10.0)];
        spread(&mut blocks, &[0, 1, 2], &[0.0, 0.0, 500.0]);
        let gap = |a: &Block, b: &Block| (b.x - b.left) - (a.x + a.right);
        assert!((gap(&blocks[0], &blocks[1]) - GAP).abs() < 1e-9);
        assert!((blocks[0].x + blocks[1].x).abs() < 1e-9, "both give way equally");
        assert!((blocks[2].x - 500.0).abs() < 1e-9);
    }
}
