//! How near to the best a side played, as one number.
//!
//! The formulas are those that the large chess sites publish: the accuracy of a move falls exponentially with the expected
//! score that it loses, and a side has the mean of two means of its moves. One gives more weight to moves at moments when
//! much was at stake, the other, harmonic, lets a single bad move be felt.

/// The accuracy of a move that loses so much of the expected score, which is between 0 and 1, from 0 to 100.
pub fn of_move(loss: f64) -> f64 {
    let percent = 100.0 * loss;
    (103.17 * (-0.0435 * percent).exp() - 3.17 + 1.0).clamp(0.0, 100.0)
}

/// How much was at stake at each move: how far the expected score moved about around it. `expected` are those before the
/// first move and after each.
pub fn weights(expected: &[f64]) -> Vec<f64> {
    /// A quiet moment still counts, and a wild one not without limit; in percent.
    const LEAST: f64 = 0.5;
    const MOST: f64 = 12.0;
    let moves = expected.len().saturating_sub(1);
    let width = (moves / 10).clamp(2, 8).min(expected.len());
    (1..=moves)
        .map(|ply| {
            let end = (ply + 1).max(width);
            (100.0 * deviation(&expected[end - width..end])).clamp(LEAST, MOST)
        })
        .collect()
}

/// The accuracy of a side, by the accuracy and the weight of each of its moves; nothing if it has none.
pub fn of_side(moves: &[(f64, f64)]) -> Option<f64> {
    /// No move is so bad that nothing else counts.
    const WORST: f64 = 1.0;
    let count = moves.len() as f64;
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    let harmonic = count / moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(WORST)).sum::<f64>();
    (!moves.is_empty()).then_some(f64::midpoint(weighted, harmonic))
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.01
    }

    /// Issue 19.2: the numbers of the published formula.
    #[test]
    fn a_move_has_the_accuracy_of_the_formula() {
        assert!(near(of_move(0.0), 100.0));
        // Ten percent of the expected score: 103.17·e^(-0.435) - 2.17.
        assert!(near(of_move(0.1), 64.61), "{}", of_move(0.1));
        assert!(near(of_move(0.3), 25.81), "{}", of_move(0.3));
        assert!(of_move(1.0) < 1.0);
        let falling: Vec<f64> = (0..=20).map(|loss| of_move(f64::from(loss) / 20.0)).collect();
        assert!(falling.is_sorted_by(|one, other| one >= other), "{falling:?}");
    }

    #[test]
    fn what_happens_when_much_is_at_stake_counts_more() {
        let calm = [0.5; 30];
        assert!(weights(&calm).iter().all(|weight| *weight == 0.5));
        assert_eq!(weights(&calm).len(), 29);
        let mut wild = calm;
        wild[20..].fill(0.05);
        let weights = weights(&wild);
        // The expected score before move 20 (counted from 0) is 0.5, after it 0.05.
        assert_eq!(weights[19], 12.0);
        assert_eq!((weights[10], weights[25]), (0.5, 0.5));
        assert_eq!(super::weights(&[0.5, 0.55]).len(), 1);
        assert!(super::weights(&[]).is_empty());
    }

    #[test]
    fn one_blunder_is_felt() {
        let perfect = vec![(100.0, 1.0); 20];
        assert!(near(of_side(&perfect).unwrap(), 100.0));
        let mut marred = perfect;
        marred[10] = (2.0, 12.0);
        let felt = of_side(&marred).unwrap();
        // The weighted mean is 62.1, the harmonic one 29.0.
        assert!(near(felt, 45.53), "{felt}");
        assert_eq!(of_side(&[]), None);
        assert!(of_side(&[(0.0, 0.5)]).unwrap() <= 1.0);
    }
}
